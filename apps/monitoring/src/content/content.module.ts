import { Module } from '@nestjs/common';
import { ContentController } from './content.controller';
import { ContentQueries } from './content.queries';
import { ContentService } from './content.service';

@Module({ controllers: [ContentController], providers: [ContentService, ContentQueries], exports: [ContentService] })
export class ContentModule {}
