import { applyDecorators, Controller, Get, HttpCode, Param, Post, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Operation, type Part } from '@wardstone/bootstrap';
import {
  FederateParameters,
  InstantQueryParameters,
  MetadataParameters,
  PromqlParameters,
  RangeQueryParameters,
  RulesParameters,
  SeriesParameters,
} from '@wardstone/dto/monitoring';
import { ApiErrors } from '@wardstone/errors';
import { sendBlocks, takesGzip } from '@wardstone/media-types';
import type { Text } from '@wardstone/promql';
import type { Response } from 'express';
import { PrometheusService } from './prometheus.service';
import { PromqlForm, PromqlQuery, type PromqlRequest } from './promql-request';

const TEXT_FORMAT = 'text/plain; version=0.0.4; charset=utf-8';
const NOTES = { type: 'array', items: { type: 'string', description: 'A sentence for people' } };

type Content = NonNullable<Extract<Parameters<typeof ApiOkResponse>[0], { content?: unknown }>['content']>;

/** A response in the format of Prometheus, with the possible errors of a query. */
const prometheusResponse = (content: Content): Part =>
  applyDecorators(
    HttpCode(200),
    ApiOkResponse({ description: 'The response as Prometheus writes it', content }),
    ApiErrors('promql_invalid', 'promql_failed', 'promql_interrupted', 'too_many_heavy_requests'),
  );

const data = (example: unknown): Part =>
  prometheusResponse({
    'application/json': {
      schema: {
        type: 'object',
        description: 'The response as Prometheus writes it',
        required: ['status', 'data'],
        properties: {
          status: { type: 'string', enum: ['success'], description: 'Success' },
          data: { description: 'The result' },
          warnings: { ...NOTES, description: 'Why the result may be incomplete' },
          infos: { ...NOTES, description: 'Notes about the result' },
        },
      },
      example: { status: 'success', data: example },
    },
  });

const METRIC = { __name__: 'free_memory', resource: 'web-1', resource_id: '10001', type: 'Linux', platform: 'web-1' };
const VECTOR = { resultType: 'vector', result: [{ metric: METRIC, value: [1795471800, '1042284544'] }] };
const MATRIX = { resultType: 'matrix', result: [{ metric: METRIC, values: [[1795471800, '1042284544']] }] };
const METADATA = { free_memory: [{ type: 'gauge', help: 'Free memory', unit: 'bytes' }] };
const BUILD = { version: '3.14.0', revision: '0.1.0', branch: '', buildUser: '', buildDate: '', goVersion: '' };
const ALERT = {
  labels: { alertname: 'Disk full', severity: 'high', resource: 'web-1', resource_id: '10001' },
  annotations: { description: 'Free disk space < 5.0%' },
  state: 'firing',
  activeAt: '2026-01-15T12:00:00.000Z',
  value: '1e+00',
};
const RULE = {
  state: 'firing',
  name: 'Disk full',
  query: 'ALERTS{alertname="Disk full"}',
  duration: 0,
  keepFiringFor: 0,
  labels: { severity: 'high' },
  annotations: {},
  alerts: [ALERT],
  health: 'ok',
  evaluationTime: 0,
  lastEvaluation: '2026-01-15T12:01:00.000Z',
  type: 'alerting',
};
const RULES = {
  groups: [
    {
      name: 'Linux',
      file: 'type/10001',
      rules: [RULE],
      interval: 0,
      limit: 0,
      evaluationTime: 0,
      lastEvaluation: '2026-01-15T12:01:00.000Z',
    },
  ],
};

/** The read side of the Prometheus HTTP API, and federation. See rules prometheus-1, prometheus-12. */
@ApiTags('prometheus')
@Controller('prometheus')
export class PrometheusController {
  constructor(private readonly prometheus: PrometheusService) {}

  @Get('federate')
  @Operation('Get the newest value of each series that `match[]` selects', {
    access: 'authenticated',
    returns: prometheusResponse({
      'text/plain': {
        schema: { type: 'string', description: 'In the text format of Prometheus, with the time of each value' },
        example: '# TYPE free_memory untyped\nfree_memory{resource="web-1",instance=""} 1042284544 1795471800000\n',
      },
    }),
  })
  federate(
    @Res() response: Response,
    @PromqlQuery(FederateParameters) request: PromqlRequest<FederateParameters>,
  ): Promise<void> {
    return send(response, this.prometheus.federate(request), TEXT_FORMAT);
  }

  @Get('api/v1/query')
  @Operation('Evaluate a PromQL query at one time', {
    access: 'authenticated',
    returns: data(VECTOR),
  })
  promqlQuery(
    @Res() response: Response,
    @PromqlQuery(InstantQueryParameters) request: PromqlRequest<InstantQueryParameters>,
  ): Promise<void> {
    return send(response, this.prometheus.query(request));
  }

  @Post('api/v1/query')
  @Operation('Evaluate a PromQL query at one time', {
    access: 'authenticated',
    returns: data(VECTOR),
  })
  promqlQueryByForm(
    @Res() response: Response,
    @PromqlForm(InstantQueryParameters) request: PromqlRequest<InstantQueryParameters>,
  ): Promise<void> {
    return send(response, this.prometheus.query(request));
  }

  @Get('api/v1/query_range')
  @Operation('Evaluate a PromQL query over a time range', {
    access: 'authenticated',
    returns: data(MATRIX),
  })
  promqlQueryRange(
    @Res() response: Response,
    @PromqlQuery(RangeQueryParameters) request: PromqlRequest<RangeQueryParameters>,
  ): Promise<void> {
    return send(response, this.prometheus.queryRange(request));
  }

  @Post('api/v1/query_range')
  @Operation('Evaluate a PromQL query over a time range', {
    access: 'authenticated',
    returns: data(MATRIX),
  })
  promqlQueryRangeByForm(
    @Res() response: Response,
    @PromqlForm(RangeQueryParameters) request: PromqlRequest<RangeQueryParameters>,
  ): Promise<void> {
    return send(response, this.prometheus.queryRange(request));
  }

  @Get('api/v1/series')
  @Operation('List the labels of series', {
    access: 'authenticated',
    returns: data([METRIC]),
  })
  listPromqlSeries(
    @Res() response: Response,
    @PromqlQuery(SeriesParameters) request: PromqlRequest<SeriesParameters>,
  ): Promise<void> {
    return send(response, this.prometheus.listSeries(request));
  }

  @Post('api/v1/series')
  @Operation('List the labels of series', {
    access: 'authenticated',
    returns: data([METRIC]),
  })
  listPromqlSeriesByForm(
    @Res() response: Response,
    @PromqlForm(SeriesParameters) request: PromqlRequest<SeriesParameters>,
  ): Promise<void> {
    return send(response, this.prometheus.listSeries(request));
  }

  @Get('api/v1/labels')
  @Operation('List the names of labels', {
    access: 'authenticated',
    returns: data(Object.keys(METRIC)),
  })
  listPromqlLabels(
    @Res() response: Response,
    @PromqlQuery(SeriesParameters) request: PromqlRequest<SeriesParameters>,
  ): Promise<void> {
    return send(response, this.prometheus.listLabels(request));
  }

  @Post('api/v1/labels')
  @Operation('List the names of labels', {
    access: 'authenticated',
    returns: data(Object.keys(METRIC)),
  })
  listPromqlLabelsByForm(
    @Res() response: Response,
    @PromqlForm(SeriesParameters) request: PromqlRequest<SeriesParameters>,
  ): Promise<void> {
    return send(response, this.prometheus.listLabels(request));
  }

  @Get('api/v1/label/:name/values')
  @Operation('List the values of a label', {
    access: 'authenticated',
    path: { name: 'Name of the label' },
    returns: data(['db-1', 'web-1']),
  })
  listPromqlLabelValues(
    @Res() response: Response,
    @PromqlQuery(SeriesParameters) request: PromqlRequest<SeriesParameters>,
    @Param('name') name: string,
  ): Promise<void> {
    return send(response, this.prometheus.listValues(name, request));
  }

  @Get('api/v1/metadata')
  @Operation('Get type, description and unit of metrics', {
    access: 'authenticated',
    returns: data(METADATA),
  })
  readPromqlMetadata(
    @Res() response: Response,
    @PromqlQuery(MetadataParameters) request: PromqlRequest<MetadataParameters>,
  ): Promise<void> {
    return send(response, this.prometheus.readMetadata(request));
  }

  @Get('api/v1/alerts')
  @Operation('List open alerts', { access: 'authenticated', returns: data({ alerts: [ALERT] }) })
  listPromqlAlerts(
    @Res() response: Response,
    @PromqlQuery(PromqlParameters) request: PromqlRequest<PromqlParameters>,
  ): Promise<void> {
    return send(response, this.prometheus.listAlerts(request));
  }

  @Get('api/v1/rules')
  @Operation('List alert definitions with their open alerts', {
    access: 'authenticated',
    returns: data(RULES),
  })
  listPromqlRules(
    @Res() response: Response,
    @PromqlQuery(RulesParameters) request: PromqlRequest<RulesParameters>,
  ): Promise<void> {
    return send(response, this.prometheus.listRules(request));
  }

  @Get('api/v1/status/buildinfo')
  @Operation('Get the version of Prometheus whose PromQL is supported', {
    access: 'authenticated',
    returns: data(BUILD),
  })
  readPromqlBuild(@Res() response: Response): Promise<void> {
    return send(response, Promise.resolve(this.prometheus.readBuild()));
  }
}

async function send(response: Response, read: Promise<Text>, type = 'application/json'): Promise<void> {
  const text = await read;
  response.setHeader('Content-Type', type);
  const isCompressed = takesGzip(response.req, response);
  if (isCompressed) response.setHeader('Content-Encoding', 'gzip');
  const { head, rest } = getBeginning(text);
  if (!rest && !isCompressed) {
    response.setHeader('Content-Length', Buffer.byteLength(head));
    response.end(head);
    return;
  }
  const blocks = rest ? continued(head, rest) : [head];
  await sendBlocks(blocks, { isCompressed, isInMemory: true }, response);
}

/** Responses up to this length are sent at once, which takes a tenth of the time of a stream. */
const MAX_CHARACTERS_AT_ONCE = 16_384;

/** The text up to the length that can be sent at once, and the rest. */
function getBeginning(text: Text): { head: string; rest?: Iterator<string> } {
  const blocks = text[Symbol.iterator]();
  let head = '';
  for (let next = blocks.next(); !next.done; next = blocks.next()) {
    head += next.value;
    if (head.length > MAX_CHARACTERS_AT_ONCE) return { head, rest: blocks };
  }
  return { head };
}

function* continued(head: string, rest: Iterator<string>): Text {
  yield head;
  for (let next = rest.next(); !next.done; next = rest.next()) yield next.value;
}
