import { Controller, Get, Inject } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Authenticated } from '@wardstone/auth';
import { AREA_TYPES, Produces, one } from '@wardstone/media-types';
import { StatusService } from './status.service';
import { SERVER_MODE } from './status.shape';
import type { ServerModeValue } from './status.shape';

@ApiTags('status')
@Controller('rest/status')
export class StatusController {
  constructor(@Inject(StatusService) private readonly status: StatusService) {}

  @Get('server')
  @Authenticated()
  @Produces(AREA_TYPES.status, one(SERVER_MODE), {
    title: 'Operation mode of the server',
    example: { value: 'NORMAL' },
  })
  @ApiOperation({ operationId: 'getServerMode', summary: 'Operation mode of the server' })
  getServerMode(): Promise<ServerModeValue> {
    return this.status.readServerMode();
  }
}
