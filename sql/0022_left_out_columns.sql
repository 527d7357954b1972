SET @change = IF(EXISTS (SELECT 1 FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = 'source_layers' AND column_name = 'left_out'), 'DO 0',
	'ALTER TABLE `source_layers` ADD `left_out` mediumtext');
--> statement-breakpoint
PREPARE change_once FROM @change;
--> statement-breakpoint
EXECUTE change_once;
--> statement-breakpoint
DEALLOCATE PREPARE change_once;
