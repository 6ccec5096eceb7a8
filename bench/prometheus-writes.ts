import {
  aFirstMessage,
  aSecondMessage,
  FIRST_HEADERS,
  packed,
  SECOND_HEADERS,
  type SentSeries,
} from '../libs/series-formats/test/write-request.builder';
import { formatHead, toPort } from '../tools/load/connection';
import { generateLoad, countRefused } from '../tools/load/generate-load';
import { cpuMicros, median } from './measuring';
import { forgetPoints } from './metrics-database';
import { CONNECTIONS } from './metrics-ingest';
import { type PointColumns, makeRequests } from '../tools/load/point-load';
import type { Target } from './sample';
import { judge, roundFigure, printFigure } from './table';

/** Default number of samples per request of Prometheus. */
const SAMPLES_PER_REQUEST = 2_000;
const WARM_UPS = 3;
const GOAL = 0.8;

/** Points a second by remote write beside raw submission, with the same points. Returns the number of missed goals. */
export async function reportWrites(
  service: Target,
  url: string,
  points: PointColumns,
  rounds: number,
): Promise<number> {
  const raw = makeRequests(points, SAMPLES_PER_REQUEST, service.headers).map(({ bytes }) => bytes);
  const ways = {
    'raw submission': raw,
    'remote write 1.0': getWrites(points, (series) => aFirstMessage(series), { ...FIRST_HEADERS, ...service.headers }),
    'remote write 2.0': getWrites(points, (series) => aSecondMessage(series), {
      ...SECOND_HEADERS,
      ...service.headers,
    }),
  };
  const seen = new Map(Object.keys(ways).map((way) => [way, [] as { rate: number; cpu: number }[]]));
  for (let round = -WARM_UPS; round < rounds; round++) {
    for (const [way, requests] of Object.entries(ways)) {
      await forgetPoints(url);
      const before = cpuMicros(service.process.pid) ?? NaN;
      const sent = await generateLoad(toPort(service.port), requests.values(), CONNECTIONS);
      if (countRefused(sent) > 0) throw new Error(`${way}: refused ${JSON.stringify(sent.refused)}`);
      const cpu = ((cpuMicros(service.process.pid) ?? NaN) - before) / points.times.length;
      if (round >= 0) seen.get(way)!.push({ rate: points.times.length / sent.seconds, cpu });
    }
  }
  let missed = 0;
  let limit = NaN;
  for (const [way, samples] of seen) {
    const rate = median(samples.map((sample) => sample.rate));
    const cpu = median(samples.map((sample) => sample.cpu));
    printFigure(`${way}, ${SAMPLES_PER_REQUEST} a request`, `${roundFigure(rate)}/s`);
    printFigure('  processor time of a point', `${roundFigure(cpu)} us`);
    if (way === 'raw submission') limit = rate;
    else missed += Number(judge({ figure: `${way} / raw submission`, value: rate / limit, goal: { atLeast: GOAL } }));
  }
  return missed;
}

/** Labels of network devices in the style of node_exporter. */
function toLabels(scheduleId: number): Record<string, string> {
  return {
    __name__: 'node_network_receive_bytes_total',
    job: 'node',
    instance: `host-${scheduleId % 20}.example.com:9100`,
    device: `eth${scheduleId}`,
    region: 'eu-west-1',
    zone: 'a',
  };
}

function getWrites(
  { scheduleIds, times, values }: PointColumns,
  encode: (series: readonly SentSeries[]) => Buffer,
  headers: Readonly<Record<string, string>>,
): Buffer[] {
  const requests: Buffer[] = [];
  for (let from = 0; from < times.length; from += SAMPLES_PER_REQUEST) {
    const series = Array.from({ length: Math.min(SAMPLES_PER_REQUEST, times.length - from) }, (_, i): SentSeries => {
      return { labels: toLabels(scheduleIds[from + i]!), samples: [[times[from + i]!, values[from + i]!]] };
    });
    const body = packed(encode(series));
    const framed = { ...headers, 'Content-Length': String(body.length) };
    requests.push(Buffer.concat([Buffer.from(formatHead('POST', '/prometheus/api/v1/write', framed), 'latin1'), body]));
  }
  return requests;
}
