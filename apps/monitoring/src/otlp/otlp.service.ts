import { Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import { BodyBytes, drainRequest, hasBody, JsonBodyReader, readMediaType, toClient } from '@wardstone/bootstrap';
import { ApiError, CommonError, MonitoringError } from '@wardstone/errors';
import {
  countPoints,
  decodeMetrics,
  type ExportOutcome,
  JSON_TYPE,
  OtlpFormatError,
  PROTOBUF_TYPE,
  readMetricsJson,
  readOtlpSeries,
  RejectedPoints,
  requireFewSamples,
  type ResourceMetrics,
} from '@wardstone/series-formats';
import type { Request, Response } from 'express';
import { SeriesIntake } from '../ingest/series-intake.service';

const LIMIT_BYTES = 16 * 1024 * 1024;
/** Maximum number of JSON values, because each takes memory in addition to its text. */
const MAX_JSON_VALUES = 250_000;

/** Receives metrics over OTLP/HTTP. See rules otlp-1 to otlp-3. */
@Injectable()
export class OtlpService {
  constructor(
    private readonly intake: SeriesIntake,
    private readonly bytes: BodyBytes,
    private readonly bodies: JsonBodyReader,
  ) {}

  /** @throws otlp_invalid, metric_backlog_full and those of bodies */
  async store(request: Request, response: Response, caller: CallerIdentity): Promise<ExportOutcome> {
    const isJson = readMediaType(request) === JSON_TYPE;
    const reading = isJson ? this.readJson(request, response) : this.readProtobuf(request, response);
    const resources = await reading.catch((error: unknown) => {
      throw asInvalid(error);
    });
    const own = new RejectedPoints();
    const { refusals } = await this.intake.store(
      caller,
      'OpenTelemetry Service',
      readOtlpSeries(resources, own),
      toClient(request, response),
    );
    const refused = refusals.reduce((sum, { samples }) => sum + samples, 0);
    return {
      isJson,
      // A histogram point has several samples.
      rejected: Math.min(countPoints(resources), own.count + refused),
      message: [...own.reasons, ...refusals.map(({ text }) => text)].join('; '),
    };
  }

  private async readJson(request: Request, response: Response): Promise<ResourceMetrics[]> {
    const value = await this.bodies.read(request, response, { bytes: LIMIT_BYTES, values: MAX_JSON_VALUES });
    return value === undefined ? [] : bounded(readMetricsJson(value));
  }

  private async readProtobuf(request: Request, response: Response): Promise<ResourceMetrics[]> {
    if (!hasBody(request)) return [];
    const mediaType = readMediaType(request);
    if (mediaType === PROTOBUF_TYPE)
      return bounded(await decodeMetrics(await this.bytes.read(request, response, LIMIT_BYTES)));
    await drainRequest(request);
    throw new ApiError(CommonError.unsupported_media_type, `A body of type ${mediaType} is not supported`);
  }
}

/** @throws OtlpFormatError when they have more samples than one request may bring */
function bounded(resources: ResourceMetrics[]): ResourceMetrics[] {
  requireFewSamples(resources);
  return resources;
}

/** OTLP clients retry other statuses. */
function asInvalid(error: unknown): unknown {
  const isMalformed = error instanceof ApiError && error.kind === MonitoringError.invalid_content;
  if (!isMalformed && !(error instanceof OtlpFormatError)) return error;
  return new ApiError(MonitoringError.otlp_invalid, `The body cannot be read: ${error.message}`);
}
