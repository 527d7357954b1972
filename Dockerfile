# The API, the dispatcher and the command line in one image: terrier serve, terrier dispatch, terrier ingest …
# By digest, if the registry is not trusted: NODE_IMAGE=node@sha256:… (docs/operations.md).
ARG NODE_IMAGE=node:24.21.0-bookworm-slim

FROM ${NODE_IMAGE} AS packages
WORKDIR /terrier
COPY package.json package-lock.json ./
# The optional packages are a Node, which this image has already, and speed-ups that it does not use.
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund

FROM ${NODE_IMAGE}
# The folder of TERRIER_HOME can be written by the image's user, and by any user of group 0, as on OpenShift.
ENV NODE_ENV=production TERRIER_HOME=/var/lib/terrier
WORKDIR /terrier
COPY --from=packages /terrier/node_modules node_modules
COPY package.json tsconfig.json CHANGELOG.md ./
COPY sql sql
COPY index-templates index-templates
COPY docs docs
COPY src src
COPY clients clients
COPY workers workers
RUN ln -s /terrier/src/image.sh /usr/local/bin/terrier \
    && mkdir -p "$TERRIER_HOME" && chown node:0 "$TERRIER_HOME" && chmod 770 "$TERRIER_HOME" \
    && du -sm /terrier | awk '{ print "Terrier adds " $1 " MB to its base image" }'
VOLUME ["/var/lib/terrier"]
USER node
EXPOSE 8080
ENTRYPOINT ["terrier"]
CMD ["serve"]
