import { benchGateway } from './gateway.bench';
import { judge, tell } from './table';

const GOAL_OF_NGINX = 0.4;
/** V8 lets 64 MiB of passed bytes gather before it collects them, however many pass. */
const GOAL_GIGABYTE_MIB = 80;

/** `npm run bench -- gateway`. Returns how many goals were missed. */
export async function reportGateway(): Promise<number> {
  const figures = await benchGateway();
  console.log('\nTiny GET, 32 connections, medians of interleaved rounds\n');
  for (const { target, requestsPerSecond, cpuMicrosPerRequest } of figures.tinyGet) {
    const cpu = cpuMicrosPerRequest === undefined ? '' : `   ${cpuMicrosPerRequest.toFixed(0)} us CPU/request`;
    tell(target, `${requestsPerSecond.toFixed(0)}/s${cpu}`);
  }
  console.log('');
  tell('gateway / service directly', figures.shareOfDirect.toFixed(2));
  const atMost = GOAL_GIGABYTE_MIB;
  return [
    judge({
      figure: 'gateway / nginx (where installed)',
      value: figures.shareOfNginx,
      goal: { atLeast: GOAL_OF_NGINX },
    }),
    judge({
      figure: 'growth of the gateway while 1 GB passes',
      value: figures.gigabyteDownMiB,
      unit: ' MiB',
      goal: { atMost },
    }),
    judge({
      figure: 'growth of the gateway while 256 MB are uploaded',
      value: figures.uploadMiB,
      unit: ' MiB',
      goal: { atMost },
    }),
    judge({
      figure: 'the same, in chunks',
      value: figures.chunkedUploadMiB,
      unit: ' MiB',
      goal: { atMost },
    }),
  ].filter(Boolean).length;
}
