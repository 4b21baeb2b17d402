module request-ends

go 1.19
