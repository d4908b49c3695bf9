# The service for use with a PostgreSQL server (DATABASE_URL). Optional packages are left out: the embedded
# PostgreSQL, and Node as a package, which the base image has already.
FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY web/package.json web/
COPY server/stand-ins server/stand-ins
RUN npm ci --omit=dev --omit=optional

# Web app and service are bundled: build tools and the packages of the web app stay out of the image.
FROM node:24-bookworm-slim AS web
WORKDIR /app
COPY . .
RUN npm ci && npm run build

FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8025 MAILWRIGHT_LOG_LEVEL=info
COPY --from=packages /app/node_modules node_modules
COPY . .
COPY --from=web /app/web/dist web/dist
COPY --from=web /app/server/dist server/dist
USER node
EXPOSE 8025
# For the role api; a process with the role worker alone listens on no port (see compose.yaml).
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+(process.env.PORT||8025)+'/readyz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["node", "--max-semi-space-size=32", "--no-allocation-site-pretenuring", "--heap-growing-percent=100", "--expose-gc", "server/src/main.js"]
