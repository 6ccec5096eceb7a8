import { Module } from '@nestjs/common';
import { InventoryModule } from '../../resources/inventory.module';
import { AlertDefinitionsModule } from '../definitions/alert-definitions.module';
import { AlertRecords } from './alert-records';
import { AlertController } from './alert.controller';
import { AlertQueries } from './alert.queries';
import { AlertService } from './alert.service';

/** Alerts that have fired. */
@Module({
  imports: [AlertDefinitionsModule, InventoryModule],
  controllers: [AlertController],
  providers: [AlertService, AlertRecords, AlertQueries],
})
export class FiredAlertsModule {}
