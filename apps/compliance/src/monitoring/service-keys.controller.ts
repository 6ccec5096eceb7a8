import { Controller, Get, Header } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Public } from '@wardstone/auth';
import { ServiceKeys } from './service-keys.service';

@ApiTags('process')
@Controller()
export class ServiceKeysController {
  constructor(private readonly keys: ServiceKeys) {}

  @Get('service-keys.json')
  @Public()
  @Header('Content-Type', 'application/json')
  @ApiOperation({
    operationId: 'ServiceKeys',
    summary: 'Public keys by which the service speaks for itself; the gateway fetches them',
  })
  @ApiOkResponse({
    description: 'A JSON Web Key Set (RFC 7517)',
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['keys'],
          properties: { keys: { type: 'array', items: { type: 'object' } } },
          example: { keys: [] },
        },
      },
    },
  })
  async list(): Promise<string> {
    return JSON.stringify({ keys: await this.keys.list() });
  }
}
