import { Module } from '@nestjs/common';
import { ReceivedSeriesModule } from '../ingest/received-series.module';
import { OtlpController } from './otlp.controller';
import { OtlpService } from './otlp.service';

/** Metrics that programs send over OTLP. */
@Module({
  imports: [ReceivedSeriesModule],
  controllers: [OtlpController],
  providers: [OtlpService],
})
export class OtlpModule {}
