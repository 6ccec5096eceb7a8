import { Inject, Injectable } from '@nestjs/common';
import type { OnApplicationBootstrap } from '@nestjs/common';
import type { ServerModeValue } from './status.shape';
import { StatusQueries } from './status.queries';

@Injectable()
export class StatusService implements OnApplicationBootstrap {
  constructor(@Inject(StatusQueries) private readonly queries: StatusQueries) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.queries.leaveInstalledMode();
  }

  async readServerMode(): Promise<ServerModeValue> {
    return { value: await this.queries.readServerMode() };
  }
}
