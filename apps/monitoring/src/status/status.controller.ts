import { Controller, Get, Inject } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Authenticated, RequirePermission } from '@wardstone/auth';
import { AREA_TYPES, Produces, one } from '@wardstone/media-types';
import { StatusService } from './status.service';
import { SERVER_MODE, STATUS } from './status.shape';
import type { ServerModeValue, Status } from './status.shape';

@ApiTags('status')
@Controller('rest/status')
export class StatusController {
  constructor(@Inject(StatusService) private readonly status: StatusService) {}

  @Get()
  @RequirePermission('MANAGE_SETTINGS')
  @Produces(AREA_TYPES.status, one(STATUS), {
    title: 'Status of the server',
    example: { values: { PlatformCount: '2', ServerCount: '5', ServiceCount: '31', Version: '0.1.0' } },
    gzip: true,
  })
  @ApiOperation({ operationId: 'getStatus', summary: 'Versions, counts and identity of the server' })
  getStatus(): Promise<Status> {
    return this.status.readStatus();
  }

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
