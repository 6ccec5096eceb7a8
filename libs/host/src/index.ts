export { findFreePort, isPortFree, portObstacle } from './free-port';
export { canEnter, locateBinaries, type RunAs, sharedFolder, unprivilegedAccount } from './postgres/binaries';
export { type CitusCluster, findCitus, startCitus } from './postgres/citus-cluster';
export { type PostgresOptions, type PostgresServer, startPostgres } from './postgres/postgres-server';
export { findHolder, readPort, readPostmasterFile } from './postgres/postmaster-file';
export { startThrowAwayPostgres } from './postgres/throw-away';
export {
  describeProcess,
  inspectProcess,
  isSameProcess,
  type ProcessRecord,
  signalProcess,
  waitUntil,
} from './processes';
export { createRunFolder, DATABASE_FOLDER, removeRunFolder } from './run-folder';
export { pick, systemEnvironment } from './system-environment';
