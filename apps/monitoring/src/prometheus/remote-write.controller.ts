import type { IncomingMessage } from 'node:http';
import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiNoContentResponse, ApiTags } from '@nestjs/swagger';
import { Caller, type CallerIdentity } from '@wardstone/auth';
import { Operation } from '@wardstone/bootstrap';
import type { Response } from 'express';
import { RemoteWrite } from './remote-write.service';

const WRITTEN = {
  'X-Prometheus-Remote-Write-Samples-Written': {
    description: 'Number of samples that were stored',
    schema: { type: 'integer' as const },
    example: 2000,
  },
};

/** Remote write of Prometheus and others. See rule prometheus-14. */
@ApiTags('prometheus')
@Controller('prometheus/api/v1')
export class RemoteWriteController {
  constructor(private readonly writes: RemoteWrite) {}

  @Post('write')
  @Operation('Submit samples by Prometheus remote write 1.0 or 2.0', {
    description: 'Valid samples are stored even if others are refused; sending the same samples again changes nothing.',
    access: 'SUBMIT_METRICS',
    body: [
      'streamed',
      ApiConsumes('application/x-protobuf'),
      ApiBody({
        required: true,
        description:
          'The message that the parameter `proto` of Content-Type names: prometheus.WriteRequest (the default) or ' +
          'io.prometheus.write.v2.Request, compressed as blocks of Snappy (Content-Encoding: snappy). At most 10 MiB, 16 MiB decompressed, and 50,000 series',
        schema: { type: 'string', format: 'binary' },
      }),
    ],
    returns: ApiNoContentResponse({ description: 'All samples are stored', headers: WRITTEN }),
    status: 204,
    errors: [
      'write_invalid',
      'samples_refused',
      'series_postponed',
      'metric_backlog_full',
      'series_type_missing',
      'unsupported_media_type',
      'payload_too_large',
      'service_unavailable',
    ],
  })
  async prometheusRemoteWrite(
    @Req() request: IncomingMessage,
    @Res() response: Response,
    @Caller() caller: CallerIdentity,
  ): Promise<void> {
    const written = await this.writes.take(request, response, caller);
    response.status(204).set(written).end();
  }
}
