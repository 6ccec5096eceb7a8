import { Module } from '@nestjs/common';
import { AlertDeliveryModule } from '../notifications/delivery/alert-delivery.module';
import { StatusController } from './status.controller';
import { StatusQueries } from './status.queries';
import { StatusService } from './status.service';

@Module({ imports: [AlertDeliveryModule], controllers: [StatusController], providers: [StatusService, StatusQueries] })
export class StatusModule {}
