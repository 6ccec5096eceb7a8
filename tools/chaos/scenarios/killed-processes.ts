import { setTimeout as sleep } from 'node:timers/promises';
import { databasePid, untilServed, withInstallation } from '../installation';
import { Load } from '../load';
import type { Scenario } from '../scenario';
import { type RunningSystem, SERVICE_NAMES, type ServiceName } from '../../system';
import { alertsFired, checkNothingLost, onlyRefusals, checkRecovered } from '../verdicts';

const CLIENTS = 6;
const WARM_UP_MS = 3_000;

/** Paths through the gateway that show whether a service is available again. */
const PATHS: Record<ServiceName, string> = {
  gateway: '/auth/jwks.json',
  compliance: '/api/compliance/v2/systems?limit=1',
  monitoring: '/rest/status/server',
  'error-registry': '/api/v1/error/not_found',
};

/** Injects a fault into one process of an installation under load. */
function fault(
  name: string,
  title: string,
  { strike, path, maySever }: { strike: (system: RunningSystem) => void; path: string; maySever?: boolean },
): Scenario {
  return {
    name,
    title,
    run: () =>
      withInstallation(async (system, login) => {
        const load = await Load.start(system.gatewayUrl, login, { clients: CLIENTS });
        await sleep(WARM_UP_MS);
        strike(system);
        const backAfterMs = await untilServed(system.gatewayUrl + path, login);
        await sleep(WARM_UP_MS);
        const report = await load.stop();
        return [
          await checkNothingLost(load),
          await alertsFired(load),
          onlyRefusals(report, maySever),
          checkRecovered(backAfterMs),
        ];
      }),
  };
}

export const killedProcesses: readonly Scenario[] = [
  ...SERVICE_NAMES.map((service) =>
    fault(`kill-${service}`, `kill -9 of ${service} under load`, {
      strike: (system) => process.kill(system.processId(service), 'SIGKILL'),
      path: PATHS[service],
      // Connections of a dying program are cut; only the gateway's own clients notice, because otherwise the gateway
      // responds.
      maySever: service === 'gateway',
    }),
  ),
  fault('kill-database', 'kill -9 of the database server under load', {
    strike: (system) => process.kill(databasePid(system), 'SIGKILL'),
    path: PATHS.compliance,
  }),
  fault('restart-database', 'Restart of the database server under load', {
    strike: (system) => process.kill(databasePid(system), 'SIGINT'),
    path: PATHS.compliance,
  }),
];
