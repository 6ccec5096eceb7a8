import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { Operation } from '@wardstone/bootstrap';
import { encodeResponse, JSON_TYPE, PROTOBUF_TYPE } from '@wardstone/series-formats';
import type { Request, Response } from 'express';
import { OtlpService } from './otlp.service';

const BINARY = { type: 'string', format: 'binary' } as const;
const REQUEST_EXAMPLE = {
  resourceMetrics: [
    {
      resource: { attributes: [{ key: 'service.name', value: { stringValue: 'shop' } }] },
      scopeMetrics: [
        {
          metrics: [
            {
              name: 'queue.length',
              gauge: { dataPoints: [{ timeUnixNano: '1795471800000000000', asInt: '7' }] },
            },
          ],
        },
      ],
    },
  ],
};

/** OTLP over HTTP. See rules otlp-1 to otlp-3. */
@ApiTags('otlp')
@Controller('otlp/v1')
export class OtlpController {
  constructor(private readonly otlp: OtlpService) {}

  @Post('metrics')
  @Operation('Submit metrics over OTLP/HTTP', {
    description:
      'The endpoint for the metrics exporters of OpenTelemetry. The response has the encoding of the request.',
    access: 'SUBMIT_METRICS',
    body: [
      'streamed',
      {
        description: 'An ExportMetricsServiceRequest of at most 16 MiB; may be compressed with gzip, deflate or br',
        required: true,
        content: {
          [JSON_TYPE]: {
            schema: {
              type: 'object',
              description: 'The request in JSON',
              properties: {
                resourceMetrics: {
                  type: 'array',
                  description: 'Metrics by resource',
                  items: { type: 'object', description: 'Metrics of a resource', additionalProperties: true },
                },
              },
            },
            example: REQUEST_EXAMPLE,
          },
          [PROTOBUF_TYPE]: { schema: { ...BINARY, description: 'The request in protobuf' }, example: '' },
        },
      },
    ],
    returns: ApiOkResponse({
      description: 'Stored, except for the data points counted in partialSuccess; an ExportMetricsServiceResponse',
      content: {
        [PROTOBUF_TYPE]: { schema: { ...BINARY, description: 'The response in protobuf' } },
        [JSON_TYPE]: {
          schema: {
            type: 'object',
            description: 'The response in JSON',
            properties: {
              partialSuccess: {
                type: 'object',
                description: 'Present when data points were rejected',
                properties: {
                  rejectedDataPoints: { type: 'string', description: 'Their number' },
                  errorMessage: { type: 'string', description: 'Why' },
                },
              },
            },
          },
          example: {
            partialSuccess: { rejectedDataPoints: '1', errorMessage: 'a point of "queue.length" has no time' },
          },
        },
      },
    }),
    status: 200,
    errors: [
      'otlp_invalid',
      'metric_backlog_full',
      'series_type_missing',
      'unsupported_media_type',
      'payload_too_large',
      'too_much_in_progress',
      'too_many_heavy_requests',
      'service_unavailable',
    ],
  })
  async exportOtlpMetrics(
    @Req() request: Request,
    @Res() response: Response,
    @Caller() caller: CallerIdentity,
  ): Promise<void> {
    const outcome = await this.otlp.store(request, response, caller);
    const { contentType, body } = encodeResponse(outcome);
    response.setHeader('Content-Type', contentType);
    response.end(body);
  }
}
