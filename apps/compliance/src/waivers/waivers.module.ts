import { Module } from '@nestjs/common';
import { WaiversController } from './waivers.controller';
import { WaiversQueries } from './waivers.queries';
import { WaiversService } from './waivers.service';

/** The effects of waivers on results are separate SQL (`waived.sql.ts`). */
@Module({ controllers: [WaiversController], providers: [WaiversService, WaiversQueries], exports: [WaiversService] })
export class WaiversModule {}
