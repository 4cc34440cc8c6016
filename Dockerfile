# Midground as a container: the single executable and nothing else of the project.
#   docker build -t midground .          or, with HTTPS:  docker compose up -d

FROM node:24-bookworm AS build
WORKDIR /src
COPY . .
RUN npm ci --no-audit --no-fund && npm run build:binary

FROM debian:12-slim
COPY --from=build /src/build/midground /usr/local/bin/midground
COPY --from=build /src/build/THIRD-PARTY-NOTICES.txt /usr/share/doc/midground/
RUN useradd --system --uid 10001 --home-dir /data --create-home midground && chmod 0700 /data
# The user's number, because Kubernetes can't check from a name that the user isn't root.
USER 10001
WORKDIR /data
VOLUME /data
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
EXPOSE 3000
# debian:12-slim has no curl; bash can open a connection.
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/$PORT && printf 'GET /readyz HTTP/1.0\\r\\nHost: localhost\\r\\n\\r\\n' >&3 && head -n 1 <&3 | grep -q ' 200 '"]
ENTRYPOINT ["/usr/local/bin/midground"]
