"""How the next loop is walked: schedules, plans, what is legal, controllers, traces."""
