import { Get, Res } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import { Operation } from '@wardstone/bootstrap';
import type { Response } from 'express';
import { ComplianceController, MEDIA_TYPE } from '../api/operation-parts';
import { type StatusEnvelope, StatusService } from './status.service';

const content = (api: boolean) => ({
  [MEDIA_TYPE]: {
    schema: {
      type: 'object',
      required: ['data'],
      properties: {
        data: {
          type: 'object',
          required: ['api'],
          properties: { api: { type: 'boolean', description: 'Whether the service works', example: api } },
        },
      },
    },
  },
});

@ComplianceController('status')
export class StatusController {
  constructor(private readonly service: StatusService) {}

  @Get()
  @Operation('Get the state of the service; no authentication required', {
    access: 'public',
    returns: [
      ApiResponse({ status: 200, description: 'The service works', content: content(true) }),
      ApiResponse({ status: 500, description: 'Its database is unreachable', content: content(false) }),
    ],
  })
  async status(@Res({ passthrough: true }) response: Response): Promise<StatusEnvelope> {
    const status = await this.service.read();
    response.status(status.data.api ? 200 : 500);
    return status;
  }
}
