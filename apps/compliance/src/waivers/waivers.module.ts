import { Module } from '@nestjs/common';
import { WaiverAttachmentsController } from './waiver-attachments.controller';
import { WaiverAttachmentsQueries } from './waiver-attachments.queries';
import { WaiverAttachmentsService } from './waiver-attachments.service';
import { WaiversController } from './waivers.controller';
import { WaiversQueries } from './waivers.queries';
import { WaiversService } from './waivers.service';

/** The effects of waivers on results are separate SQL (`waived.sql.ts`). */
@Module({
  controllers: [WaiversController, WaiverAttachmentsController],
  providers: [WaiverAttachmentsQueries, WaiverAttachmentsService, WaiversService, WaiversQueries],
  exports: [WaiversService],
})
export class WaiversModule {}
