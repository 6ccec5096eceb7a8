import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { findFreePort } from '@wardstone/host';
import { formatHead, toPort } from '../tools/load/connection';
import { generateLoad, type LoadFigures, countRefused, repeatRequests } from '../tools/load/generate-load';
import { type Bench, LOGIN, startGateway, withBench } from './bench-server';
import { cpuMicros, measureGrowth, type Listener, median } from './measuring';
import { judge, printFigure } from './table';

const GOAL_OF_NGINX = 0.5;
const GOAL_OF_PROXY = 1.1;
/** V8 lets 64 MiB of passed bytes gather before it collects them, however many pass. */
const GOAL_GIGABYTE_MIB = 80;

/** `npm run bench -- gateway`. Returns how many goals were missed. */
export async function reportGateway(): Promise<number> {
  const figures = await benchGateway();
  console.log('\nTiny GET, 32 connections, medians of interleaved rounds\n');
  for (const { target, requestsPerSecond, cpuMicrosPerRequest } of figures.tinyGet) {
    const cpu = cpuMicrosPerRequest === undefined ? '' : `   ${cpuMicrosPerRequest.toFixed(0)} us CPU/request`;
    printFigure(target, `${requestsPerSecond.toFixed(0)}/s${cpu}`);
  }
  console.log('');
  printFigure('gateway / service directly', figures.shareOfDirect.toFixed(2));
  printFigure(`gateway / ${PROXY}`, figures.shareOfProxy.toFixed(2));
  const atMost = GOAL_GIGABYTE_MIB;
  const toMicros = (name: string): number | undefined =>
    figures.tinyGet.find(({ target }) => target === name)?.cpuMicrosPerRequest;
  const [micros, ofProxy] = [toMicros('gateway'), toMicros(PROXY)];
  return [
    judge({
      figure: `processor of the gateway / ${PROXY}`,
      value: micros && ofProxy && micros / ofProxy,
      goal: { atMost: GOAL_OF_PROXY },
    }),
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

interface GatewayFigures {
  /** Medians of interleaved rounds; nginx is missing where it is not installed. */
  tinyGet: { target: string; requestsPerSecond: number; cpuMicrosPerRequest: number | undefined }[];
  /** Requests per second of the gateway with credentials and limits, as a share of bare nginx. */
  shareOfNginx: number | undefined;
  shareOfDirect: number;
  /** Share of Express with http-proxy-middleware, without anything else. */
  shareOfProxy: number;
  /** Growth of the gateway's resident memory while a gigabyte passes; undefined where the system does not report it. */
  gigabyteDownMiB: number | undefined;
  /** The same growth while 256 MB are uploaded, with their length announced and in chunks. */
  uploadMiB: number | undefined;
  chunkedUploadMiB: number | undefined;
}

const HOST = '127.0.0.1';
const PROXY = 'Express, http-proxy-middleware alone';
/** Names of the variants of `bare-proxy.mjs`, and their settings. */
const BARE_PROXIES = { [PROXY]: 'express', 'http-proxy-middleware alone': 'middleware', 'node:http alone': 'node' };
const CONNECTIONS = 32;
/** Other load on the machine varies; much shorter rounds would measure cold processor caches. */
const ROUNDS = 10;
const SECONDS_PER_ROUND = 1;
/** A process that has just started compiles its code while it works. */
const WARM_UP_REQUESTS = 30_000;
const MIB = 1024 * 1024;
const BLOCK_BYTES = MIB / 4;
const UPLOAD_BLOCKS = 1024;

/** The service behind: a small response, a gigabyte, or an upload. */
const UPSTREAM = `
const block = Buffer.alloc(256 * 1024, 'x');
const server = require('node:http').createServer((request, response) => {
  if (request.url.endsWith('/large')) {
    let left = 4096;
    const more = () => { while (left-- > 0) if (!response.write(block)) return void response.once('drain', more); response.end(); };
    return more();
  }
  if (request.method === 'POST') return void request.resume().on('end', () => response.end());
  response.setHeader('Content-Type', 'application/json');
  response.end('{"value":1}');
});
server.keepAliveTimeout = 60000;
server.listen(process.env.PORT, process.env.HOST);
`;

/**
 * Small GETs direct, through the gateway (Basic credentials and limits on), through minimal proxies and through one
 * nginx worker if installed, in turn, so that all meet the same load; then large bodies through the gateway.
 */
async function benchGateway(): Promise<GatewayFigures> {
  return withBench(async (bench) => {
    const upstream = await startUpstream(bench);
    const gateway = await startGateway(bench, {
      MONITORING_URL: `http://${HOST}:${upstream.port}`,
      RATE_LIMIT_REQUESTS: '1000000000',
    });
    const TARGET = `http://${HOST}:${upstream.port}`;
    const bare = await Promise.all(
      Object.entries(BARE_PROXIES).map(async ([target, kind]) => {
        const { port, process: child } = await bench.start(['bench/bare-proxy.mjs'], { TARGET, PROXY: kind });
        return { target, port, pid: child.pid };
      }),
    );
    const nginx = await startNginx(bench, upstream.port);
    const targets = [
      { target: 'direct', port: upstream.port, pid: undefined },
      { target: 'gateway', port: gateway.port, pid: gateway.process.pid },
      ...bare,
      ...(nginx ? [{ target: 'nginx', port: nginx.port, pid: getWorker(nginx.process.pid!) }] : []),
    ];
    for (const { port } of targets) {
      for (let sent = 0; sent < WARM_UP_REQUESTS;) sent += (await load(port, SECONDS_PER_ROUND)).requests;
    }
    const measured = new Map(targets.map(({ target }) => [target, [] as { rate: number; cpu: number | undefined }[]]));
    for (let round = 0; round < ROUNDS; round++) {
      for (const { target, port, pid } of targets) {
        const before = cpuMicros(pid);
        const { requests, seconds } = await load(port, SECONDS_PER_ROUND);
        const after = cpuMicros(pid);
        const cpu = before !== undefined && after !== undefined ? (after - before) / requests : undefined;
        measured.get(target)!.push({ rate: requests / seconds, cpu });
      }
    }
    const tinyGet = targets.map(({ target }) => ({
      target,
      requestsPerSecond: Math.round(median(measured.get(target)!.map(({ rate }) => rate))),
      cpuMicrosPerRequest: medianOfKnown(measured.get(target)!.map(({ cpu }) => cpu)),
    }));
    const getRate = (name: string): number | undefined =>
      tinyGet.find(({ target }) => target === name)?.requestsPerSecond;
    return {
      tinyGet,
      shareOfNginx: nginx && getRate('gateway')! / getRate('nginx')!,
      shareOfDirect: getRate('gateway')! / getRate('direct')!,
      shareOfProxy: getRate('gateway')! / getRate(PROXY)!,
      gigabyteDownMiB: await secondGrowth(gateway.process.pid!, () => download(gateway.port)),
      uploadMiB: await secondGrowth(gateway.process.pid!, () =>
        upload(gateway.port, { 'Content-Length': UPLOAD_BLOCKS * BLOCK_BYTES }),
      ),
      chunkedUploadMiB: await secondGrowth(gateway.process.pid!, () => upload(gateway.port, {})),
    };
  });
}

const startUpstream = ({ start }: Bench): Promise<Listener> => start(['-e', UPSTREAM], {});

async function startNginx({ folder, start }: Bench, upstreamPort: number): Promise<Listener | undefined> {
  const binary = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/bin/nginx'].find((file) => existsSync(file));
  if (binary === undefined) return undefined;
  const port = await findFreePort();
  const configuration = path.join(folder, 'nginx.conf');
  writeFileSync(
    configuration,
    `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log stderr error;
events { worker_connections 1024; }
http {
  access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  keepalive_requests 1000000000;
  upstream service { server ${HOST}:${upstreamPort}; keepalive 64; keepalive_requests 1000000000; }
  server {
    listen ${HOST}:${port};
    location / { proxy_pass http://service; proxy_http_version 1.1; proxy_set_header Connection ""; }
  }
}
`,
  );
  return start([], { PORT: String(port) }, ['sh', '-c', `exec ${binary} -c ${configuration} -p ${folder}`]);
}

/** Tiny GETs, credentials included. */
async function load(port: number, seconds: number): Promise<LoadFigures> {
  const headers = { Accept: 'application/json', ...LOGIN };
  const request = Buffer.from(formatHead('GET', '/rest/tiny', headers));
  const figures = await generateLoad(toPort(port), repeatRequests([request], seconds), CONNECTIONS);
  if (countRefused(figures) > 0) throw new Error(`unexpected responses: ${JSON.stringify(figures.refused)}`);
  return figures;
}

function download(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    http
      .get({ host: HOST, port, path: '/rest/large', headers: LOGIN }, (response) => {
        let bytes = 0;
        response.on('data', (chunk: Buffer) => (bytes += chunk.length));
        response.on('end', () => (bytes === 1024 * MIB ? resolve() : reject(new Error(`${bytes} bytes arrived`))));
      })
      .on('error', reject);
  });
}

function upload(port: number, headers: http.OutgoingHttpHeaders): Promise<void> {
  return new Promise((resolve, reject) => {
    const options = {
      host: HOST,
      port,
      path: '/rest/content/fresh',
      method: 'POST',
      headers: { ...LOGIN, ...headers },
    };
    const request = http.request(options, (response) => {
      response.resume().on('end', () => (response.statusCode === 200 ? resolve() : reject(new Error('refused'))));
    });
    request.on('error', reject);
    const block = Buffer.alloc(BLOCK_BYTES);
    let left = UPLOAD_BLOCKS;
    const more = (): void => {
      while (left-- > 0) {
        if (!request.write(block)) {
          request.once('drain', more);
          return;
        }
      }
      request.end();
    };
    more();
  });
}

/** The first run warms it up. */
async function secondGrowth(pid: number, work: () => Promise<void>): Promise<number | undefined> {
  await work();
  return measureGrowth(pid, work);
}

function getWorker(masterPid: number): number | undefined {
  try {
    return Number(execFileSync('pgrep', ['-P', String(masterPid)], { encoding: 'utf8' }).split('\n')[0]);
  } catch {
    return undefined;
  }
}

function medianOfKnown(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : Math.round(median(known));
}
