CREATE TABLE IF NOT EXISTS `webhook_changes` (
	`kind` varchar(16) NOT NULL,
	`record_id` varbinary(512) NOT NULL,
	`was` mediumtext,
	CONSTRAINT `webhook_changes_kind_record_id_pk` PRIMARY KEY(`kind`,`record_id`)
) DEFAULT CHARACTER SET utf8mb4;
--> statement-breakpoint
ALTER TABLE `webhook_endpoints` MODIFY COLUMN `event_types` text CHARACTER SET utf8mb4 NOT NULL;
--> statement-breakpoint
-- Up to 63 characters, so that MySQL changes it in place.
ALTER TABLE `webhook_events` MODIFY COLUMN `event_type` varchar(60) CHARACTER SET utf8mb4 NOT NULL;
