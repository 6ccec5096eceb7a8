import { Module } from '@nestjs/common';
import { WaiversController } from './waivers.controller';
import { WaiversQueries } from './waivers.queries';
import { WaiversService } from './waivers.service';

/** What waivers do to results is SQL of its own (`waived.sql.ts`). */
@Module({ controllers: [WaiversController], providers: [WaiversService, WaiversQueries], exports: [WaiversService] })
export class WaiversModule {}
