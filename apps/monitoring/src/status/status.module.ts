import { Module } from '@nestjs/common';
import { StatusController } from './status.controller';
import { StatusQueries } from './status.queries';
import { StatusService } from './status.service';

@Module({ controllers: [StatusController], providers: [StatusService, StatusQueries] })
export class StatusModule {}
