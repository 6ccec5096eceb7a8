import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { applyDecorators, Controller, Get, HttpCode, Param, Post, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiQuery, ApiTags } from '@nestjs/swagger';
import { Authenticated, Caller, type CallerIdentity } from '@wardstone/auth';
import type { DtoClass } from '@wardstone/dto';
import {
  InstantQueryParameters,
  MetadataParameters,
  RangeQueryParameters,
  SeriesParameters,
} from '@wardstone/dto/monitoring';
import { ApiErrors, MonitoringError } from '@wardstone/errors';
import { takesGzip } from '@wardstone/media-types';
import type { Response } from 'express';
import { givenFields, TakesForm } from '../api/form-body.interceptor';
import { documentationOf } from '../api/query-docs.decorator';
import type { Text } from './domain/response-text';
import { type Asked, PrometheusService } from './prometheus.service';

const NOTES = { type: 'array', items: { type: 'string', description: 'A sentence for people' } };

/** The data of a response; entities of it are as in the documentation of Prometheus. */
function Returns(operationId: string, summary: string, example: unknown): MethodDecorator {
  return applyDecorators(
    Authenticated(),
    HttpCode(200),
    ApiOperation({ operationId, summary }),
    ApiErrors(MonitoringError.promql_invalid, MonitoringError.promql_failed, MonitoringError.promql_interrupted),
    ApiOkResponse({
      description: summary,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            description: 'The response as Prometheus writes it',
            required: ['status', 'data'],
            properties: {
              status: { type: 'string', enum: ['success'], description: 'That it succeeded' },
              data: { description: 'The result' },
              warnings: { ...NOTES, description: 'Why the result may be incomplete' },
              infos: { ...NOTES, description: 'What else is to be known of the result' },
            },
          },
          example: { status: 'success', data: example },
        },
      },
    }),
  );
}

/** The parameters of a query string; a form that is posted declares them itself. */
function TakesQuery(dto: DtoClass): MethodDecorator {
  return applyDecorators(...documentationOf(dto).map((parameter) => ApiQuery(parameter)));
}

const METRIC = { __name__: 'free_memory', resource: 'web-1', resource_id: '10001', type: 'Linux', platform: 'web-1' };
const VECTOR = { resultType: 'vector', result: [{ metric: METRIC, value: [1795471800, '1042284544'] }] };
const MATRIX = { resultType: 'matrix', result: [{ metric: METRIC, values: [[1795471800, '1042284544']] }] };
const METADATA = { free_memory: [{ type: 'gauge', help: 'Free memory', unit: 'bytes' }] };
const BUILD = { version: '2.42.0', revision: '0.1.0', branch: '', buildUser: '', buildDate: '', goVersion: '' };

/** The Prometheus HTTP API, its read side. See rule prometheus-1. */
@ApiTags('prometheus')
@Controller('prometheus/api/v1')
export class PrometheusController {
  constructor(private readonly prometheus: PrometheusService) {}

  @Get('query')
  @TakesQuery(InstantQueryParameters)
  @Returns('promqlQuery', 'Evaluates a PromQL query at one time', VECTOR)
  query(@Res() response: Response, @Caller() caller: CallerIdentity): Promise<void> {
    return answer(response, caller, (asked) => this.prometheus.query(asked));
  }

  @Post('query')
  @TakesForm(InstantQueryParameters)
  @Returns('promqlQueryByForm', 'Evaluates a PromQL query at one time', VECTOR)
  queryByForm(@Res() response: Response, @Caller() caller: CallerIdentity): Promise<void> {
    return answer(response, caller, (asked) => this.prometheus.query(asked));
  }

  @Get('query_range')
  @TakesQuery(RangeQueryParameters)
  @Returns('promqlQueryRange', 'Evaluates a PromQL query at the steps of a range', MATRIX)
  queryRange(@Res() response: Response, @Caller() caller: CallerIdentity): Promise<void> {
    return answer(response, caller, (asked) => this.prometheus.queryRange(asked));
  }

  @Post('query_range')
  @TakesForm(RangeQueryParameters)
  @Returns('promqlQueryRangeByForm', 'Evaluates a PromQL query at the steps of a range', MATRIX)
  queryRangeByForm(@Res() response: Response, @Caller() caller: CallerIdentity): Promise<void> {
    return answer(response, caller, (asked) => this.prometheus.queryRange(asked));
  }

  @Get('series')
  @TakesQuery(SeriesParameters)
  @Returns('listPromqlSeries', 'Labels of series', [METRIC])
  listSeries(@Res() response: Response, @Caller() caller: CallerIdentity): Promise<void> {
    return answer(response, caller, (asked) => this.prometheus.listSeries(asked));
  }

  @Post('series')
  @TakesForm(SeriesParameters)
  @Returns('listPromqlSeriesByForm', 'Labels of series', [METRIC])
  listSeriesByForm(@Res() response: Response, @Caller() caller: CallerIdentity): Promise<void> {
    return answer(response, caller, (asked) => this.prometheus.listSeries(asked));
  }

  @Get('labels')
  @TakesQuery(SeriesParameters)
  @Returns('listPromqlLabels', 'Names of labels', Object.keys(METRIC))
  listLabels(@Res() response: Response, @Caller() caller: CallerIdentity): Promise<void> {
    return answer(response, caller, (asked) => this.prometheus.listLabels(asked));
  }

  @Post('labels')
  @TakesForm(SeriesParameters)
  @Returns('listPromqlLabelsByForm', 'Names of labels', Object.keys(METRIC))
  listLabelsByForm(@Res() response: Response, @Caller() caller: CallerIdentity): Promise<void> {
    return answer(response, caller, (asked) => this.prometheus.listLabels(asked));
  }

  @Get('label/:name/values')
  @TakesQuery(SeriesParameters)
  @ApiParam({ name: 'name', description: 'Name of the label', schema: { type: 'string' }, example: 'platform' })
  @Returns('listPromqlLabelValues', 'Values of a label', ['db-1', 'web-1'])
  listValues(@Res() response: Response, @Caller() caller: CallerIdentity, @Param('name') name: string): Promise<void> {
    return answer(response, caller, (asked) => this.prometheus.listValues(name, asked));
  }

  @Get('metadata')
  @TakesQuery(MetadataParameters)
  @Returns('readPromqlMetadata', 'Type, description and unit of metrics', METADATA)
  readMetadata(@Res() response: Response, @Caller() caller: CallerIdentity): Promise<void> {
    return answer(response, caller, (asked) => this.prometheus.readMetadata(asked));
  }

  @Get('status/buildinfo')
  @Returns('readPromqlBuild', 'The version of Prometheus whose language this is', BUILD)
  readBuild(@Res() response: Response, @Caller() caller: CallerIdentity): Promise<void> {
    return answer(response, caller, () => Promise.resolve(this.prometheus.readBuild()));
  }
}

async function answer(
  response: Response,
  viewer: CallerIdentity,
  read: (asked: Asked) => Promise<Text>,
): Promise<void> {
  const request = response.req;
  const text = await read({ fields: givenFields(request), viewer, isAbandoned: () => response.closed });
  response.setHeader('Content-Type', 'application/json');
  const isCompressed = takesGzip(request, response);
  if (isCompressed) response.setHeader('Content-Encoding', 'gzip');
  const source = Readable.from(text);
  const written = isCompressed ? pipeline(source, createGzip(), response) : pipeline(source, response);
  // A client that left.
  await written.catch(() => response.destroy());
}
