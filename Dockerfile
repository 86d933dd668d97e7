# Sightline in a container: `docker build -t sightline .`, or `docker compose up`. docs/operations.md tells how to run it.
# Each step is also run by test/ship, in a folder of its own, without a container engine.

FROM node:26-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# What only the tests and the sandbox need stays out, and no package runs a script of its own.
RUN npm ci --omit=dev --ignore-scripts
RUN mkdir data

FROM node:26-slim
ENV NODE_ENV=production
# A zone without summer time: src/start.mjs says why.
ENV TZ=UTC
# Where the health check asks; nobody outside the container reaches it.
ENV SIGHTLINE_OPS_PORT=9464
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY package.json LICENSE ./
COPY src ./src
# The only place that is written to, besides /tmp: everything else may be read-only.
COPY --from=dependencies --chown=node:node /app/data ./data
VOLUME /app/data
USER node
# HTTP mode listens here; Socket Mode needs no port.
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.SIGHTLINE_OPS_PORT + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# What `npm start` runs, without npm: one process less, and SIGTERM reaches Sightline itself.
CMD ["sh", "src/start.sh"]
