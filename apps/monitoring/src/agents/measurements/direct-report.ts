import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { JsonBodyReader, hasBody } from '@wardstone/bootstrap';
import { MeasurementReport } from '@wardstone/dto/monitoring';
import { acceptsJson, type DirectOperation, type DirectWork } from '../../api/respond-directly';
import { REPORT_LIMIT } from '../report-body';
import { reportReader } from '../reports/report-reader';
import { AgentMeasurements } from './agent-measurements.service';

const ADDRESS = /^\/rest\/agent\/([A-Za-z0-9._-]+)\/measurements$/;
const readReport = reportReader(MeasurementReport);

/** Handles reports of measurements, the most frequent requests of agents, before the framework. */
@Injectable()
export class DirectReport implements DirectOperation {
  readonly route = '/rest/agent/:name/measurements';
  readonly access = { kind: 'permission', permissions: ['REPORT_AS_AGENT'] } as const;

  constructor(
    private readonly measurements: AgentMeasurements,
    private readonly bodies: JsonBodyReader,
  ) {}

  workFor(request: IncomingMessage, response: ServerResponse): DirectWork | undefined {
    const { url = '', headers } = request;
    if (!acceptsJson(headers) || !hasBody(request)) return undefined;
    const name = ADDRESS.exec(url)?.[1];
    if (name === undefined) return undefined;
    return async (caller) => {
      const body = await this.bodies.read(request, response, REPORT_LIMIT);
      return { result: await this.measurements.report(name, readReport(body), caller) };
    };
  }
}
