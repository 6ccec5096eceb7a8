import type { Scenario } from './chaos/scenario';
import { crowd } from './chaos/scenarios/crowd';
import { dividedData } from './chaos/scenarios/divided-data';
import { fullDisk } from './chaos/scenarios/full-disk';
import { hangingUpstream } from './chaos/scenarios/hanging-upstream';
import { killedProcesses } from './chaos/scenarios/killed-processes';
import { idleConnections, slowClients } from './chaos/scenarios/odd-clients';
import { rollingUpgrade } from './chaos/scenarios/rolling-upgrade';
import { threeReplicas } from './chaos/scenarios/three-replicas';

const SCENARIOS: readonly Scenario[] = [
  rollingUpgrade,
  threeReplicas,
  ...killedProcesses,
  ...dividedData,
  fullDisk,
  hangingUpstream,
  slowClients,
  idleConnections,
  crowd,
];

export const USAGE = `Usage: npm run chaos [-- NAME...]

Breaks a running product on purpose:
${SCENARIOS.map(({ name }) => `  ${name}`).join('\n')}`;

/**
 * `npm run chaos [-- NAME...]`: breaks a running product on purpose, and prints for each fault what was promised and
 * whether it held. Takes minutes; only affects its own processes and folders. Exit code 1 if a promise was broken.
 */
export async function main(names: string[]): Promise<number> {
  const unknown = names.filter((name) => !SCENARIOS.some((scenario) => scenario.name === name));
  if (unknown.length > 0) {
    console.error(`Unknown: ${unknown.join(', ')}. Available:\n${SCENARIOS.map(({ name }) => `  ${name}`).join('\n')}`);
    return 1;
  }
  const chosen = names.length === 0 ? SCENARIOS : SCENARIOS.filter(({ name }) => names.includes(name));
  let held = 0;
  let broken = 0;
  let notRun = 0;
  for (const scenario of chosen) {
    console.log(`\n${scenario.name}: ${scenario.title}`);
    const obstacle = scenario.obstacle?.();
    if (obstacle !== undefined) {
      console.log(`  not run: ${obstacle}`);
      notRun++;
      continue;
    }
    try {
      for (const verdict of await scenario.run((line) => console.log(`  . ${line}`))) {
        console.log(`  ${verdict.held ? 'held  ' : 'BROKEN'} ${verdict.promise}: ${verdict.figures}`);
        if (verdict.held) held++;
        else broken++;
      }
    } catch (error) {
      console.log(`  BROKEN the scenario itself failed: ${(error as Error).stack}`);
      broken++;
    }
  }
  console.log(`\n${held} promises held, ${broken} broken, ${notRun} scenarios not run`);
  return broken === 0 ? 0 : 1;
}
