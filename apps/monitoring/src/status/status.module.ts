import { Module } from '@nestjs/common';
import { NotificationsModule } from '../notifications/notifications.module';
import { StatusController } from './status.controller';
import { StatusQueries } from './status.queries';
import { StatusService } from './status.service';

@Module({ imports: [NotificationsModule], controllers: [StatusController], providers: [StatusService, StatusQueries] })
export class StatusModule {}
