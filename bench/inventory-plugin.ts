import { SaxesParser } from 'saxes';
import { median } from './measuring';
import type { Target } from './sample';

export interface PluginFigures {
  types: number;
  /** Medians of rounds, each with a plugin of another name. */
  importSeconds: number;
  /** One pass of the bare streaming parser over the descriptor, its events unheard. */
  parserSeconds: number;
}

const SERVERS = 40;
const SERVICES = 9;

/** Deploys a plugin of 400 types and 4,400 metrics over HTTP, several times. */
export async function benchPlugin(service: Target, rounds: number): Promise<PluginFigures> {
  const seconds = { import: [] as number[], parser: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    const descriptor = largeDescriptor(`Large ${round}`);
    const { value } = JSON.parse(await send(service, 'POST', '/content/fresh', descriptor)) as { value: string };
    const target = `/content/${value}/plugins?name=large-${round}.xml&scan=true`;
    seconds.import.push(await timed(() => send(service, 'PUT', target)));
    seconds.parser.push(await timed(() => Promise.resolve(new SaxesParser().write(descriptor).close())));
  }
  return {
    types: SERVERS * (1 + SERVICES),
    importSeconds: median(seconds.import),
    parserSeconds: median(seconds.parser),
  };
}

function largeDescriptor(name: string): string {
  const facets = `${Array.from({ length: 10 }, (_none, n) => `<metric property="metric${n}" displayType="summary"/>`).join('')}
    <operation name="restart"><parameters><c:simple-property name="grace" type="integer" default="3"/></parameters></operation>
    <event name="log"/><content name="file" category="deployable"/>
    <resource-configuration><c:simple-property name="a"/><c:simple-property name="b" required="false"/></resource-configuration>`;
  const servers = Array.from({ length: SERVERS }, (_none, server) => {
    const services = Array.from(
      { length: SERVICES },
      (_nothing, n) => `<service name="Service ${server}.${n}">${facets}</service>`,
    );
    return `<server name="Server ${server}">${facets}${services.join('')}</server>`;
  });
  return `<plugin name="${name}" version="1.0" xmlns="urn:xmlns:rhq-plugin"
    xmlns:c="urn:xmlns:rhq-configuration">${servers.join('')}</plugin>`;
}

async function send({ port, headers }: Target, method: string, target: string, body?: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/rest${target}`, {
    method,
    headers: { ...headers, Accept: 'application/json', ...(body && { 'Content-Type': 'application/octet-stream' }) },
    ...(body && { body }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${target} returned ${answer.status}: ${text}`);
  return text;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
}
