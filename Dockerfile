# Sightline in a container: `docker build -t sightline .`, or `docker compose up`. See docs/operations.md.
# test/ship also runs each step, in a folder of its own and without a container engine.

FROM node:26-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Leaves out what only the tests and the sandbox need, and runs no package's install scripts.
RUN npm ci --omit=dev --ignore-scripts
RUN mkdir data

FROM node:26-slim
ENV NODE_ENV=production
# A time zone without daylight saving; src/start.mjs says why.
ENV TZ=UTC
# The port for the health check. It can't be reached from outside the container.
ENV SIGHTLINE_OPS_PORT=9464
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY package.json LICENSE ./
COPY src ./src
# The only folder written to, besides /tmp. Everything else may be read-only.
COPY --from=dependencies --chown=node:node /app/data ./data
VOLUME /app/data
USER node
# HTTP mode listens here; Socket Mode needs no port.
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.SIGHTLINE_OPS_PORT + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The same as `npm start`, but without npm: one process fewer, and SIGTERM reaches Sightline itself.
CMD ["sh", "src/start.sh"]
