# PostgreSQL of CloudNativePG with the extension Citus, for component citus (docs/scale.md). Citus is licensed under the AGPL.
#   docker build -f docker/citus.Dockerfile -t registry.example.test/wardstone/postgresql-citus:18.4-14.0.1 docker
ARG POSTGRESQL=18.4-standard-bookworm

FROM ghcr.io/cloudnative-pg/postgresql:${POSTGRESQL} AS build
ARG CITUS=v14.0.1
USER root
RUN apt-get update && apt-get install -y --no-install-recommends build-essential postgresql-server-dev-18 \
    libssl-dev liblz4-dev libzstd-dev libxml2-dev libxslt1-dev libkrb5-dev libpam0g-dev libselinux1-dev libreadline-dev
ADD https://github.com/citusdata/citus.git#${CITUS} /citus
WORKDIR /citus
# Without libcurl it calls nobody.
RUN ./configure --without-libcurl && make -j"$(nproc)" && make install DESTDIR=/installed

FROM ghcr.io/cloudnative-pg/postgresql:${POSTGRESQL}
COPY --from=build /installed/ /
