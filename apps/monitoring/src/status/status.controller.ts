import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Authenticated, RequirePermission } from '@wardstone/auth';
import { ServerModeValue, Status } from '@wardstone/dto/monitoring';
import { one, Produces } from '@wardstone/media-types';
import { StatusService } from './status.service';

@ApiTags('status')
@Controller('rest/status')
export class StatusController {
  constructor(private readonly status: StatusService) {}

  @Get()
  @RequirePermission('MANAGE_SETTINGS')
  @Produces('status', one(Status), {
    title: 'Status of the server',
    example: { values: { PlatformCount: '2', ServerCount: '5', ServiceCount: '31', Version: '0.1.0' } },
    gzip: true,
  })
  @ApiOperation({ operationId: 'getStatus', summary: 'Get versions, counts and identity of the server' })
  getStatus(): Promise<Status> {
    return this.status.readStatus();
  }

  @Get('server')
  @Authenticated()
  @Produces('status', one(ServerModeValue), {
    title: 'Operation mode of the server',
    example: { value: 'NORMAL' },
  })
  @ApiOperation({ operationId: 'getServerMode', summary: 'Get the operation mode of the server' })
  getServerMode(): Promise<ServerModeValue> {
    return this.status.readServerMode();
  }
}
