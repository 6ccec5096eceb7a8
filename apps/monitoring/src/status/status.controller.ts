import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '@wardstone/bootstrap';
import { ServerModeValue, Status } from '@wardstone/dto/monitoring';
import { result } from '@wardstone/media-types';
import { StatusService } from './status.service';

@ApiTags('status')
@Controller('rest/status')
export class StatusController {
  constructor(private readonly status: StatusService) {}

  @Get()
  @Operation('Get versions, counts and identity of the server', {
    access: 'MANAGE_SETTINGS',
    returns: result('status', Status, {
      title: 'Status of the server',
      example: { values: { PlatformCount: '2', ServerCount: '5', ServiceCount: '31', Version: '0.1.0' } },
      gzip: true,
    }),
  })
  getStatus(): Promise<Status> {
    return this.status.readStatus();
  }

  @Get('server')
  @Operation('Get the operation mode of the server', {
    access: 'authenticated',
    returns: result('status', ServerModeValue, { title: 'Operation mode of the server', example: { value: 'NORMAL' } }),
  })
  getServerMode(): Promise<ServerModeValue> {
    return this.status.readServerMode();
  }
}
