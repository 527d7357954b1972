ALTER TABLE `source_layers` MODIFY COLUMN `source` varbinary(400) NOT NULL;
--> statement-breakpoint
SET @change = IF(EXISTS (SELECT 1 FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = 'source_layers' AND column_name = 'place'), 'DO 0',
	'ALTER TABLE `source_layers` ADD `place` char(64)');
--> statement-breakpoint
PREPARE change_once FROM @change;
--> statement-breakpoint
EXECUTE change_once;
--> statement-breakpoint
DEALLOCATE PREPARE change_once;
