CREATE TABLE IF NOT EXISTS `source_layers` (
	`source` varchar(100) NOT NULL,
	`layer` varchar(40) NOT NULL,
	`county_fips` char(5) NOT NULL,
	`publisher` varchar(200),
	`row_count` int unsigned,
	`rejected_count` int unsigned,
	`columns` text,
	`fingerprints` text,
	`loaded_at` datetime(3),
	`checked_at` datetime(3) NOT NULL,
	`next_at` datetime(3),
	`outcome` varchar(16) NOT NULL,
	`message` varchar(1000),
	CONSTRAINT `source_layers_source_layer_pk` PRIMARY KEY(`source`,`layer`)
) DEFAULT CHARACTER SET utf8mb4;
