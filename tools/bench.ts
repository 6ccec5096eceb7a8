import { benchGateway } from '../bench/gateway.bench';
import { build } from './build';

const GOAL_OF_NGINX = 0.4;
const GOAL_GIGABYTE_MIB = 32;

/** `npm run bench`: figures as ratios against a limit measured in the same run. */
export async function main(): Promise<number> {
  await build();
  const figures = await benchGateway();
  console.log('\nTiny GET, 32 connections, medians of interleaved rounds\n');
  for (const { target, requestsPerSecond, cpuMicrosPerRequest } of figures.tinyGet) {
    const cpu = cpuMicrosPerRequest === undefined ? '' : `${cpuMicrosPerRequest.toFixed(0)} us CPU/request`;
    console.log(`  ${target.padEnd(52)} ${requestsPerSecond.toFixed(0).padStart(7)}/s   ${cpu}`);
  }
  console.log('');
  judge('gateway / service directly', figures.shareOfDirect.toFixed(2));
  judge(
    'gateway / nginx',
    figures.shareOfNginx?.toFixed(2) ?? 'nginx is not installed here',
    `>= ${GOAL_OF_NGINX}`,
    figures.shareOfNginx === undefined ? undefined : figures.shareOfNginx >= GOAL_OF_NGINX,
  );
  judge(
    'memory of the gateway while 1 GB passes',
    figures.gigabyteDownMiB === undefined ? 'not told by this system' : `+${figures.gigabyteDownMiB.toFixed(0)} MiB`,
    `<= ${GOAL_GIGABYTE_MIB} MiB`,
    figures.gigabyteDownMiB === undefined ? undefined : figures.gigabyteDownMiB <= GOAL_GIGABYTE_MIB,
  );
  judge(
    'memory of the gateway while 256 MB are uploaded',
    figures.quarterGigabyteUpMiB === undefined
      ? 'not told by this system'
      : `+${figures.quarterGigabyteUpMiB.toFixed(0)} MiB`,
    `<= ${GOAL_GIGABYTE_MIB} MiB`,
    figures.quarterGigabyteUpMiB === undefined ? undefined : figures.quarterGigabyteUpMiB <= GOAL_GIGABYTE_MIB,
  );
  return 0;
}

function judge(figure: string, value: string, goal = '', isMet?: boolean): void {
  const verdict = isMet === undefined ? '' : isMet ? 'met' : 'MISSED';
  console.log(`  ${figure.padEnd(52)} ${value.padStart(10)}   ${goal.padEnd(10)} ${verdict}`);
}
