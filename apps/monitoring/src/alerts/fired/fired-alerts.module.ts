import { Module } from '@nestjs/common';
import { InventoryModule } from '../../resources/inventory.module';
import { AlertDefinitionsModule } from '../definitions/alert-definitions.module';
import { AlertRecords } from './alert-records';
import { AlertDeliveryModule } from '../delivery/alert-delivery.module';
import { AlertEngineModule } from '../engine/alert-engine.module';
import { AlertController } from './alert.controller';
import { AlertQueries } from './alert.queries';
import { AlertService } from './alert.service';

/** Alerts that have fired. */
@Module({
  imports: [AlertDefinitionsModule, AlertDeliveryModule, AlertEngineModule, InventoryModule],
  controllers: [AlertController],
  providers: [AlertService, AlertRecords, AlertQueries],
})
export class FiredAlertsModule {}
