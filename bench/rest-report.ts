import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ServiceName, startSystem } from '../tools/system';
import { cpuMicros, residentMiB } from './measuring';
import { judge, loadAverage } from './table';

const GOAL = { percent: 0.3 };
const GOAL_MIB: Readonly<Record<ServiceName, number>> = {
  gateway: 90,
  compliance: 100,
  monitoring: 150,
  'error-registry': 80,
};
const NAMES = Object.keys(GOAL_MIB) as ServiceName[];

/** `npm run bench -- rest`: usage of idle processes. Returns the number of missed goals. */
export async function reportRest({ seconds }: { seconds: number }): Promise<number> {
  const system = await startSystem();
  try {
    // V8 releases the memory of the start after a while.
    await sleep(seconds * 1000);
    const used = (): (number | undefined)[] => NAMES.map((name) => cpuMicros(system.processId(name)));
    const before = used();
    await sleep(seconds * 1000);
    const after = used();
    console.log(`\n${seconds} s of rest, ${seconds} s after the start; ${loadAverage()}\n`);
    return NAMES.flatMap((name, at) => {
      const [from, to] = [before[at], after[at]];
      const percent = from === undefined || to === undefined ? undefined : ((to - from) / (seconds * 1e6)) * 100;
      const resident = residentMiB(system.processId(name));
      return [
        judge({ figure: `${name}: resident`, value: resident, unit: ' MiB', goal: { atMost: GOAL_MIB[name] } }),
        judge({ figure: `${name}: of a core`, value: percent, unit: ' %', goal: { atMost: GOAL.percent } }),
      ];
    }).filter(Boolean).length;
  } finally {
    await system.stop();
    fs.rmSync(system.dataDir, { recursive: true, force: true });
  }
}
