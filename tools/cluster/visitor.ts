import { setTimeout as sleep } from 'node:timers/promises';
import { Load, summarise } from '../chaos/load';
import type { VisitReport } from './visitors';

const CLIENTS = 6;
const PAUSE_MS = 25;
/** Pause of clients that request tokens or open tabs. */
const ROUND_PAUSE_MS = 250;

interface Round {
  done: number;
  failures: string[];
}

const NONE: Round = { done: 0, failures: [] };

/**
 * The program of a pod with GATEWAY_URL, LOGIN and TABS. It acts like people and programs during changes of a cluster:
 * clients read and write, programs request a token and use it at every service, tabs open the console with all files.
 * Reports when its input ends.
 */
async function visit(): Promise<void> {
  const { GATEWAY_URL: gatewayUrl = '', LOGIN: login = '', TABS } = process.env;
  const load = await Load.start(gatewayUrl, login, { clients: CLIENTS, pauseMs: PAUSE_MS });
  const stopping = new AbortController();
  const tokens = repeat(stopping.signal, () => useToken(gatewayUrl, login));
  const tabs = TABS === 'off' ? NONE : repeat(stopping.signal, () => openTab(gatewayUrl, login));
  console.log('started');
  for await (const _chunk of process.stdin);
  stopping.abort();
  const report = await load.stop();
  const { systems, errorTypes, points } = load.acknowledged;
  const result: VisitReport = {
    requests: report.requests,
    seconds: Math.round(report.seconds),
    p99Ms: Math.round(report.p99Ms),
    failures: summarise([...report.wrong, ...report.lost]),
    refused: report.refused,
    written: systems.length + errorTypes.length + points.length,
    lost: await load.findLost(),
    tokens: await tokens,
    tabs: await tabs,
  };
  console.log(JSON.stringify(result));
}

async function repeat(signal: AbortSignal, once: () => Promise<void>): Promise<Round> {
  const round: Round = { done: 0, failures: [] };
  while (!signal.aborted) {
    round.done++;
    await once().catch((error: unknown) => round.failures.push((error as Error).message));
    await sleep(ROUND_PAUSE_MS);
  }
  return round;
}

async function get(url: string, authorization?: string): Promise<string> {
  const response = await fetch(url, authorization === undefined ? {} : { headers: { authorization } });
  const text = await response.text();
  if (!response.ok) throw new Error(`${new URL(url).pathname}: ${response.status} ${text.slice(0, 200)}`);
  return text;
}

const PATHS = ['/rest/status/server', '/api/compliance/v2/policies', '/api/v1/error/not_found', '/auth/caller'];

/** Uses a token of the gateway at each service, over separate connections. */
async function useToken(gatewayUrl: string, login: string): Promise<void> {
  const body = new URLSearchParams({ grant_type: 'client_credentials' });
  const headers = { authorization: login, connection: 'close' };
  const response = await fetch(`${gatewayUrl}/auth/token`, { method: 'POST', headers, body });
  const text = await response.text();
  if (!response.ok) throw new Error(`/auth/token: ${response.status} ${text.slice(0, 200)}`);
  const { access_token: token } = JSON.parse(text) as { access_token: string };
  for (const path of PATHS) await get(gatewayUrl + path, `Bearer ${token}`);
}

/** Loads the page of the console, then its files, which may come from several replicas. */
async function openTab(gatewayUrl: string, login: string): Promise<void> {
  const page = await get(`${gatewayUrl}/console/`, login);
  const files = [...page.matchAll(/(?:src|href)="(\/console\/assets\/[^"]+)"/g)].map(([, file]) => file!);
  if (files.length === 0) throw new Error('/console/: a page without files');
  await Promise.all(files.map((file) => get(gatewayUrl + file)));
}

void visit();
