-- Text of another character set becomes UTF-8 first, so that its bytes are those that are asked for.
ALTER TABLE `api_keys`
	MODIFY COLUMN `id` varchar(26) CHARACTER SET utf8mb4 NOT NULL,
	MODIFY COLUMN `account` varchar(64) CHARACTER SET utf8mb4 NOT NULL,
	MODIFY COLUMN `hash` varchar(64) CHARACTER SET utf8mb4 NOT NULL;
--> statement-breakpoint
ALTER TABLE `api_keys`
	MODIFY COLUMN `id` varbinary(104) NOT NULL,
	MODIFY COLUMN `account` varbinary(256) NOT NULL,
	MODIFY COLUMN `hash` varbinary(256) NOT NULL;
--> statement-breakpoint
ALTER TABLE `webhook_accounts` MODIFY COLUMN `account` varbinary(256) NOT NULL;
--> statement-breakpoint
ALTER TABLE `webhook_events` MODIFY COLUMN `canonical_id` varbinary(284);
--> statement-breakpoint
ALTER TABLE `webhook_watches` MODIFY COLUMN `parcel_id` varbinary(256) NOT NULL;
