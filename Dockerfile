# memvault and git. The vault is mounted at /vault; files in it belong to the user node (1000).
FROM node:24-slim AS build
WORKDIR /src
COPY . .
RUN npm ci && npm pack --pack-destination /tmp

FROM node:24-slim
RUN apt-get update && apt-get install -y --no-install-recommends git && rm -rf /var/lib/apt/lists/*
COPY --from=build /tmp/memvault-*.tgz /tmp/
RUN npm install -g /tmp/memvault-*.tgz && rm /tmp/memvault-*.tgz
USER node
WORKDIR /vault
ENTRYPOINT ["memvault"]
