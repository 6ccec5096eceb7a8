import { Module } from '@nestjs/common';
import { ContentStoreModule } from './content-store.module';
import { ContentController } from './content.controller';
import { ContentQueries } from './content.queries';
import { ContentService } from './content.service';

@Module({
  imports: [ContentStoreModule],
  controllers: [ContentController],
  providers: [ContentService, ContentQueries],
  exports: [ContentService],
})
export class ContentModule {}
