import { SaxesParser } from 'saxes';
import { callerOn } from './bench-server';
import { median, measureSeconds } from './measuring';
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
const BYTES = { 'content-type': 'application/octet-stream' };

/** Deploys a plugin of 400 types and 4,400 metrics over HTTP, several times. */
export async function benchPlugin(service: Target, rounds: number): Promise<PluginFigures> {
  const { call } = callerOn(service);
  const seconds = { import: [] as number[], parser: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    const descriptor = largeDescriptor(`Large ${round}`);
    const { value } = await call<{ value: string }>('POST', '/rest/content/fresh', descriptor, BYTES);
    const target = `/rest/content/${value}/plugins?name=large-${round}.xml&scan=true`;
    seconds.import.push(await measureSeconds(() => call('PUT', target)));
    seconds.parser.push(await measureSeconds(() => new SaxesParser().write(descriptor).close()));
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
