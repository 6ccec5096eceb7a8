import { applyDecorators, Controller, Get, HttpCode, Param, Post, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiQuery, ApiTags } from '@nestjs/swagger';
import { Authenticated, Caller, type CallerIdentity } from '@wardstone/auth';
import { clientOf } from '@wardstone/bootstrap';
import type { DtoClass } from '@wardstone/dto';
import {
  FederateParameters,
  InstantQueryParameters,
  MetadataParameters,
  RangeQueryParameters,
  RulesParameters,
  SeriesParameters,
} from '@wardstone/dto/monitoring';
import { ApiErrors, CommonError, MonitoringError } from '@wardstone/errors';
import { sendBlocks, takesGzip } from '@wardstone/media-types';
import type { Text } from '@wardstone/promql';
import type { Response } from 'express';
import { givenFields, TakesForm } from '../api/form-body.interceptor';
import { documentationOf } from '../api/request-query.decorator';
import { type Asked, PrometheusService } from './prometheus.service';

const TEXT_FORMAT = 'text/plain; version=0.0.4; charset=utf-8';
const NOTES = { type: 'array', items: { type: 'string', description: 'A sentence for people' } };

type Content = NonNullable<Extract<Parameters<typeof ApiOkResponse>[0], { content?: unknown }>['content']>;

/** Documents a response; `data` is as in the documentation of Prometheus. */
function Returns(operationId: string, summary: string, content: Content): MethodDecorator {
  return applyDecorators(
    Authenticated(),
    HttpCode(200),
    ApiOperation({ operationId, summary }),
    ApiErrors(
      MonitoringError.promql_invalid,
      MonitoringError.promql_failed,
      MonitoringError.promql_interrupted,
      CommonError.too_many_heavy_requests,
    ),
    ApiOkResponse({ description: 'The response as Prometheus writes it', content }),
  );
}

function ReturnsData(operationId: string, summary: string, example: unknown): MethodDecorator {
  return Returns(operationId, summary, {
    'application/json': {
      schema: {
        type: 'object',
        description: 'The response as Prometheus writes it',
        required: ['status', 'data'],
        properties: {
          status: { type: 'string', enum: ['success'], description: 'That it succeeded' },
          data: { description: 'The result' },
          warnings: { ...NOTES, description: 'Why the result may be incomplete' },
          infos: { ...NOTES, description: 'Notes about the result' },
        },
      },
      example: { status: 'success', data: example },
    },
  });
}

/** The parameters of a query string; a form that is posted declares them itself. */
function TakesQuery(dto: DtoClass): MethodDecorator {
  return applyDecorators(...documentationOf(dto).map((parameter) => ApiQuery(parameter)));
}

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

/** The Prometheus HTTP API, its read side, and federation. See rules prometheus-1, prometheus-12. */
@ApiTags('prometheus')
@Controller('prometheus')
export class PrometheusController {
  constructor(private readonly prometheus: PrometheusService) {}

  @Get('federate')
  @TakesQuery(FederateParameters)
  @Returns('federate', 'Get the newest value of each series that `match[]` selects', {
    'text/plain': {
      schema: { type: 'string', description: 'In the text format of Prometheus, with the time of each value' },
      example: '# TYPE free_memory untyped\nfree_memory{resource="web-1",instance=""} 1042284544 1795471800000\n',
    },
  })
  federate(@Res() response: Response, @Caller() caller: CallerIdentity): Promise<void> {
    return answer(response, caller, (asked) => this.prometheus.federate(asked), TEXT_FORMAT);
  }

  @Get('api/v1/query')
  @TakesQuery(InstantQueryParameters)
  @ReturnsData('promqlQuery', 'Evaluate a PromQL query at one time', VECTOR)
  query(@Res() response: Response, @Caller() caller: CallerIdentity): Promise<void> {
    return answer(response, caller, (asked) => this.prometheus.query(asked));
  }

  @Post('api/v1/query')
  @TakesForm(InstantQueryParameters)
  @ReturnsData('promqlQueryByForm', 'Evaluate a PromQL query at one time', VECTOR)
  queryByForm(@Res() response: Response, @Caller() caller: CallerIdentity): Promise<void> {
    return answer(response, caller, (asked) => this.prometheus.query(asked));
  }

  @Get('api/v1/query_range')
  @TakesQuery(RangeQueryParameters)
  @ReturnsData('promqlQueryRange', 'Evaluate a PromQL query over a time range', MATRIX)
  queryRange(@Res() response: Response, @Caller() caller: CallerIdentity): Promise<void> {
    return answer(response, caller, (asked) => this.prometheus.queryRange(asked));
  }

  @Post('api/v1/query_range')
  @TakesForm(RangeQueryParameters)
  @ReturnsData('promqlQueryRangeByForm', 'Evaluate a PromQL query over a time range', MATRIX)
  queryRangeByForm(@Res() response: Response, @Caller() caller: CallerIdentity): Promise<void> {
    return answer(response, caller, (asked) => this.prometheus.queryRange(asked));
  }

  @Get('api/v1/series')
  @TakesQuery(SeriesParameters)
  @ReturnsData('listPromqlSeries', 'List the labels of series', [METRIC])
  listSeries(@Res() response: Response, @Caller() caller: CallerIdentity): Promise<void> {
    return answer(response, caller, (asked) => this.prometheus.listSeries(asked));
  }

  @Post('api/v1/series')
  @TakesForm(SeriesParameters)
  @ReturnsData('listPromqlSeriesByForm', 'List the labels of series', [METRIC])
  listSeriesByForm(@Res() response: Response, @Caller() caller: CallerIdentity): Promise<void> {
    return answer(response, caller, (asked) => this.prometheus.listSeries(asked));
  }

  @Get('api/v1/labels')
  @TakesQuery(SeriesParameters)
  @ReturnsData('listPromqlLabels', 'List the names of labels', Object.keys(METRIC))
  listLabels(@Res() response: Response, @Caller() caller: CallerIdentity): Promise<void> {
    return answer(response, caller, (asked) => this.prometheus.listLabels(asked));
  }

  @Post('api/v1/labels')
  @TakesForm(SeriesParameters)
  @ReturnsData('listPromqlLabelsByForm', 'List the names of labels', Object.keys(METRIC))
  listLabelsByForm(@Res() response: Response, @Caller() caller: CallerIdentity): Promise<void> {
    return answer(response, caller, (asked) => this.prometheus.listLabels(asked));
  }

  @Get('api/v1/label/:name/values')
  @TakesQuery(SeriesParameters)
  @ApiParam({ name: 'name', description: 'Name of the label', schema: { type: 'string' }, example: 'platform' })
  @ReturnsData('listPromqlLabelValues', 'List the values of a label', ['db-1', 'web-1'])
  listValues(@Res() response: Response, @Caller() caller: CallerIdentity, @Param('name') name: string): Promise<void> {
    return answer(response, caller, (asked) => this.prometheus.listValues(name, asked));
  }

  @Get('api/v1/metadata')
  @TakesQuery(MetadataParameters)
  @ReturnsData('readPromqlMetadata', 'Get type, description and unit of metrics', METADATA)
  readMetadata(@Res() response: Response, @Caller() caller: CallerIdentity): Promise<void> {
    return answer(response, caller, (asked) => this.prometheus.readMetadata(asked));
  }

  @Get('api/v1/alerts')
  @ReturnsData('listPromqlAlerts', 'List open alerts', { alerts: [ALERT] })
  listAlerts(@Res() response: Response, @Caller() caller: CallerIdentity): Promise<void> {
    return answer(response, caller, (asked) => this.prometheus.listAlerts(asked));
  }

  @Get('api/v1/rules')
  @TakesQuery(RulesParameters)
  @ReturnsData('listPromqlRules', 'List alert definitions with their open alerts', RULES)
  listRules(@Res() response: Response, @Caller() caller: CallerIdentity): Promise<void> {
    return answer(response, caller, (asked) => this.prometheus.listRules(asked));
  }

  @Get('api/v1/status/buildinfo')
  @ReturnsData('readPromqlBuild', 'Get the version of Prometheus whose PromQL is supported', BUILD)
  readBuild(@Res() response: Response, @Caller() caller: CallerIdentity): Promise<void> {
    return answer(response, caller, () => Promise.resolve(this.prometheus.readBuild()));
  }
}

async function answer(
  response: Response,
  viewer: CallerIdentity,
  read: (asked: Asked) => Promise<Text>,
  type = 'application/json',
): Promise<void> {
  const request = response.req;
  const text = await read({ fields: givenFields(request), viewer, client: clientOf(request, response) });
  response.setHeader('Content-Type', type);
  const isCompressed = takesGzip(request, response);
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

/** Responses up to this length are sent at once, in a tenth of a stream's time. */
const MAX_CHARACTERS_AT_ONCE = 16_384;

/** The text, or as much of it as may be sent in one piece, and what follows. */
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
