# The API, the dispatcher and the command line in one image: terrier serve, terrier dispatch, terrier ingest …
FROM node:24-bookworm-slim AS packages
WORKDIR /terrier
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund

FROM node:24-bookworm-slim
ENV NODE_ENV=production
WORKDIR /terrier
COPY --from=packages /terrier/node_modules node_modules
COPY package.json tsconfig.json ./
COPY index-templates index-templates
COPY sql sql
COPY src src
COPY workers workers
RUN printf '#!/bin/sh\nexec node /terrier/src/main.ts "$@"\n' > /usr/local/bin/terrier \
    && chmod 755 /usr/local/bin/terrier \
    && mkdir -p /var/lib/terrier && chown node:node /var/lib/terrier
USER node
EXPOSE 8080
ENTRYPOINT ["terrier"]
CMD ["serve"]
