import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ComplianceMail, ComplianceMailResult } from '@wardstone/dto/monitoring';

/** Simulates the gateway and monitoring for compliance, on a real socket. */
export class PlantedGateway {
  readonly mails: ComplianceMail[] = [];
  /** Accounts by their names; without an entry, there is no such account. */
  readonly standing = new Map<string, object>();
  /** Instead of a success. */
  result: Partial<ComplianceMailResult> | undefined;
  status = 200;
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
    const { pathname, searchParams } = new URL(request.url!, this.url);
    if (pathname === '/auth/standing') {
      const found = this.standing.get(searchParams.get('username')!);
      response.statusCode = found ? 200 : 404;
      return void response.end(JSON.stringify(found ?? {}));
    }
    const body = await text(request);
    if (pathname !== '/rest/compliance/mails') return void response.end('{}');
    const mail = JSON.parse(body) as ComplianceMail;
    this.mails.push(mail);
    response.statusCode = this.status;
    const result = { reportId: mail.reportId, message: 'sent to [ann]', outcomes: [], ...this.result };
    response.end(JSON.stringify(result));
  }
}
