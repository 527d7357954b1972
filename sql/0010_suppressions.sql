CREATE TABLE IF NOT EXISTS `suppression_changes` (
	`id` bigint unsigned AUTO_INCREMENT NOT NULL,
	`suppression_id` bigint unsigned NOT NULL,
	`what` varchar(8) NOT NULL,
	`kind` varchar(8) NOT NULL,
	`county_fips` char(5),
	`entry` mediumblob NOT NULL,
	`changed_by` varchar(100) NOT NULL,
	`changed_at` datetime(3) NOT NULL,
	CONSTRAINT `suppression_changes_id` PRIMARY KEY(`id`)
) DEFAULT CHARACTER SET utf8mb4;
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS `suppressions` (
	`id` bigint unsigned AUTO_INCREMENT NOT NULL,
	`kind` varchar(8) NOT NULL,
	`county_fips` char(5),
	`digest` binary(32) NOT NULL,
	`entry` mediumblob NOT NULL,
	`created_by` varchar(100) NOT NULL,
	`created_at` datetime(3) NOT NULL,
	`applied_at` datetime(3),
	CONSTRAINT `suppressions_id` PRIMARY KEY(`id`),
	CONSTRAINT `suppressions_digest_unique` UNIQUE(`digest`)
) DEFAULT CHARACTER SET utf8mb4;
