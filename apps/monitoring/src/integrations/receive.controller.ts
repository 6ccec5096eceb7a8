import { applyDecorators, Controller, Param, Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiResponse, ApiTags } from '@nestjs/swagger';
import { Addition, Operation, type Part } from '@wardstone/bootstrap';
import type { Request, Response } from 'express';
import { IntegrationIntake, type Receipt, type ReceivedRequest } from './integration-intake.service';

const COUNTS = { fired: 1, updated: 0, resolved: 0, ignored: 0 };
const COUNT = { type: 'integer' as const };

/** A body in any format that integrations accept. */
const payload = (example: object, isList = false): Part =>
  applyDecorators(
    ApiConsumes('application/json'),
    ApiBody({
      required: true,
      description: 'At most 1 MiB and 500 alerts',
      schema: isList
        ? { type: 'array', items: { type: 'object', additionalProperties: true } }
        : { type: 'object', additionalProperties: true },
      examples: { payload: { value: example } },
    }),
  );

const RECEIPT_ERRORS = [
  'integration_not_found',
  'integration_payload_invalid',
  'integration_overloaded',
  'unsupported_media_type',
  'payload_too_large',
  'too_much_in_progress',
  'too_many_heavy_requests',
] as const;

const COUNTED = ApiResponse({
  status: 200,
  description: 'Stored',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        description: 'Number of alerts by outcome',
        properties: { fired: COUNT, updated: COUNT, resolved: COUNT, ignored: COUNT },
      },
      example: COUNTS,
    },
  },
});

const LABELS = { alertname: 'DiskFull', instance: 'db-1:9100', severity: 'critical' };
const ANNOTATIONS = { summary: '/var is full on db-1' };

/** Receives alerts of other systems without a login: the address is the credential. See rule integrations-3. */
@ApiTags('integration')
@Addition()
@Controller('rest/integration/receive')
export class ReceiveController {
  constructor(private readonly intake: IntegrationIntake) {}

  @Post(':secret')
  @Operation('Receive alerts from an integrated system', {
    description:
      'Accepts webhooks of Alertmanager (version 4), Grafana and Uptime Kuma, custom JSON by a mapping, e-mails from HTTP mail gateways (also as multipart/form-data or a form), PagerDuty events (202) and Prometheus alerts. Idempotent.',
    access: 'public',
    path: { secret: 'Token in the address of the integration' },
    body: [
      'streamed',
      payload({
        version: '4',
        status: 'firing',
        alerts: [{ status: 'firing', labels: LABELS, annotations: ANNOTATIONS, startsAt: '2026-11-29T08:00:00Z' }],
      }),
    ],
    returns: COUNTED,
    status: 200,
    errors: RECEIPT_ERRORS,
  })
  async receiveAlerts(
    @Param('secret') secret: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.respond({ secret, request, response });
  }

  @Post(':secret/api/v2/alerts')
  @Operation('Receive alerts from Prometheus (Alertmanager API v2)', {
    description: 'An alert is resolved at its end time unless it is sent again before.',
    access: 'public',
    path: { secret: 'Token in the address of the integration' },
    body: ['streamed', payload([{ labels: LABELS, annotations: ANNOTATIONS, endsAt: '2026-11-29T08:05:00Z' }], true)],
    returns: COUNTED,
    status: 200,
    errors: RECEIPT_ERRORS,
  })
  async receivePrometheusAlerts(
    @Param('secret') secret: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.respond({ secret, request, response, kind: 'PROMETHEUS' });
  }

  @Post(':secret/v2/enqueue')
  @Operation('Receive an event (PagerDuty Events API v2)', {
    description: 'The secret in the URL authenticates the sender; the routing key is ignored.',
    access: 'public',
    path: { secret: 'Token in the address of the integration' },
    body: [
      'streamed',
      payload({
        routing_key: 'any',
        event_action: 'trigger',
        dedup_key: 'db-1/disk',
        payload: { summary: '/var is full', source: 'db-1', severity: 'critical' },
      }),
    ],
    returns: ApiResponse({
      status: 202,
      description: 'Stored',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            description: 'Response in the format of PagerDuty',
            properties: { status: { type: 'string' }, message: { type: 'string' }, dedup_key: { type: 'string' } },
          },
          example: { status: 'success', message: 'Event processed', dedup_key: 'db-1/disk' },
        },
      },
    }),
    status: 202,
    errors: RECEIPT_ERRORS,
  })
  async receivePagerDutyEvent(
    @Param('secret') secret: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.respond({ secret, request, response, kind: 'PAGERDUTY' });
  }

  private async respond(received: ReceivedRequest): Promise<void> {
    const { status, body } = responseTo(await this.intake.receive(received));
    received.response.status(status).json(body);
  }
}

function responseTo({ kind, outcome, key }: Receipt): { status: number; body: object } {
  if (kind !== 'PAGERDUTY') return { status: 200, body: outcome };
  return { status: 202, body: { status: 'success', message: 'Event processed', dedup_key: key } };
}
