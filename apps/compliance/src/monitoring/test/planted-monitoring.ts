import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ComplianceReport, ComplianceResult } from '@wardstone/dto/monitoring';

/** Simulates monitoring for compliance, on a real socket. */
export class PlantedMonitoring {
  /** Systems in its inventory. */
  readonly known = new Set<string>();
  /** Systems and moments of received and of stored facts. */
  readonly requests: string[][] = [];
  readonly stored: string[] = [];
  readonly sizes: number[] = [];
  /** Replaces its response. */
  misbehave: ((response: http.ServerResponse, result: ComplianceResult) => void) | undefined;
  private readonly server = http.createServer((request, response) => void this.take(request, response));

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  private async take(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const body = await text(request);
    this.sizes.push(body.length);
    const { reportId, facts } = JSON.parse(body) as ComplianceReport;
    const toName = ({ systemId, moment }: (typeof facts)[0]): string => `${systemId.slice(-4)}:${moment}`;
    this.requests.push(facts.map(toName));
    const stored = facts.filter(({ systemId }) => this.known.has(systemId));
    const result: ComplianceResult = {
      reportId,
      accepted: stored.length,
      waiting: facts.flatMap((fact, index) => (stored.includes(fact) ? [] : [index])),
      rejected: [],
      platforms: [],
    };
    if (this.misbehave) return this.misbehave(response, result);
    this.stored.push(...stored.map(toName));
    response.end(JSON.stringify(result));
  }
}
